"use client";

import { useState } from "react";
import { Command } from "cmdk";
import { Dialog as Radix } from "radix-ui";

import { SCRIM } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";
import { usePrintKeys } from "./use-shortcuts.ts";

export interface PaletteCommand {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string;
  readonly keywords?: readonly string[];
  /** As in the shortcut registry: `Shift+A`. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly commands: readonly PaletteCommand[];
  readonly placeholder?: string;
  /** What can be done with the text itself, whatever it is; stands last. */
  readonly ofText?: (text: string) => readonly PaletteCommand[];
}

/** Everything that can be done or opened here, found by typing. Runs one command and closes. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, commands, placeholder = "Go to, or do…", ofText } = props;
  const [text, setText] = useState("");
  const print = usePrintKeys();
  const groups = [...new Set(commands.map((command) => command.group))];
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          className="animate-appear border-line bg-panel shadow-float fixed top-[12vh] left-1/2 z-50 w-[560px] max-w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden rounded-lg border focus:outline-none"
        >
          <Radix.Title className="sr-only">Commands</Radix.Title>
          <Command label="Commands" loop>
            <Command.Input
              placeholder={placeholder}
              value={text}
              onValueChange={setText}
              className="border-line placeholder:text-ink-3 h-11 w-full border-b bg-transparent px-4 text-lg outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-auto p-1.5">
              <Command.Empty className="text-ink-3 px-3 py-6 text-center text-sm">
                Nothing of that name here.
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs"
                >
                  {commands
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Command.Item
                        key={command.id}
                        value={`${command.label} ${command.id}`}
                        keywords={[...(command.keywords ?? []), command.detail ?? ""]}
                        onSelect={() => {
                          onOpenChange(false);
                          command.run();
                        }}
                        className="data-[selected=true]:bg-accent-soft flex h-8 items-center gap-2 rounded-md px-2"
                      >
                        <span className="cut">{command.label}</span>
                        <span className="text-ink-3 cut flex-1 text-sm">{command.detail}</span>
                        {command.keys === undefined ? null : <Kbd>{print(command.keys)}</Kbd>}
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
              {(text.trim() === "" ? [] : (ofText?.(text.trim()) ?? [])).map((command) => (
                <Command.Item
                  key={command.id}
                  // Its value is the text, so that it is never filtered out.
                  value={`${text} ${command.id}`}
                  onSelect={() => {
                    onOpenChange(false);
                    command.run();
                  }}
                  className="data-[selected=true]:bg-accent-soft flex h-8 items-center gap-2 rounded-md px-2"
                >
                  <span className="cut">
                    <bdi>{command.label}</bdi>
                  </span>
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
