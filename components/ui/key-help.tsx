"use client";

import { useState } from "react";

import { Checkbox } from "./checkbox.tsx";
import { cx } from "./cx.ts";
import { Dialog } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";
import { usePrintKeys, useShortcutList, useShortcuts, useSingleKeys } from "./use-shortcuts.ts";

/** All keys that hold on this screen, made from the registry itself. Opens with `?`. Place once, in the shell. */
export function KeyHelp() {
  const [open, setOpen] = useState(false);
  const groups = useShortcutList();
  const print = usePrintKeys();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  useShortcuts("Everywhere", [{ keys: "?", label: "Show all keys", hint: "all keys", run: () => setOpen(true) }]);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Keys"
      description="They hold while no field is being typed into."
      footer={
        <div className="mr-auto">
          <Checkbox checked={singleKeys} onChange={setSingleKeys} hint="Off, only combinations with Ctrl or ⌘ work.">
            Shortcuts of a single key
          </Checkbox>
        </div>
      }
    >
      <div className="columns-1 gap-8 sm:columns-2">
        {groups.map(({ group, shortcuts }) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="text-ink-3 mb-1 text-xs font-semibold tracking-wide uppercase">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, label, enabled }) => (
                <div
                  key={keys}
                  className={cx(
                    "border-line flex h-7 items-center border-b text-sm",
                    enabled === false && "opacity-50",
                  )}
                >
                  <dt className="order-2">
                    <Kbd>{print(keys)}</Kbd>
                  </dt>
                  <dd className="flex-1">{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
