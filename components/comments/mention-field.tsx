"use client";

import { useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";

import { COMMENT_LIMIT } from "../../lib/contracts/threads.ts";
import type { Person } from "../../lib/contracts/common.ts";
import { visibleName } from "../files/visible-name.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/cx.ts";
import { FLOATING } from "../ui/popover.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { complete, mentionAt, type MentionQuery } from "./mention-draft.ts";

export interface MentionFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly people: readonly Person[];
  readonly onSend: () => void;
  /** Escape, where nothing is being completed. */
  readonly onEscape?: () => void;
  readonly onFocus?: () => void;
  readonly autoFocus?: boolean;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
}

/** A text of several lines that grows; `@` completes the names of members: arrows, Enter or Tab, Escape. */
export function MentionField(props: MentionFieldProps) {
  const { label, placeholder, value, onChange, people, onSend, onEscape, onFocus, autoFocus = false, field } = props;
  const id = useId();
  const local = useRef<HTMLTextAreaElement>(null);
  const own = field ?? local;
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [focused, setFocused] = useState(false);
  const query = caret === null || closed === value ? null : mentionAt(value, caret, people);
  const chosen = query === null ? 0 : Math.min(active, query.people.length - 1);

  const take = (from: MentionQuery, person: Person) => {
    const next = complete(value, from, person);
    onChange(next.draft);
    setCaret(null);
    setActive(0);
    // Once the new text stands there.
    requestAnimationFrame(() => own.current?.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (query === null) {
      if (event.key === "Escape") onEscape?.();
      return;
    }
    const person = query.people[chosen];
    if (event.key === "ArrowDown") setActive((chosen + 1) % query.people.length);
    else if (event.key === "ArrowUp") setActive((chosen + query.people.length - 1) % query.people.length);
    else if ((event.key === "Enter" || event.key === "Tab") && person !== undefined) take(query, person);
    else if (event.key === "Escape") setClosed(value);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      {focused ? <SendKey onSend={onSend} /> : null}
      <textarea
        ref={own}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={query === null ? undefined : `${id}-people`}
        aria-activedescendant={query === null ? undefined : `${id}-${chosen}`}
        placeholder={placeholder}
        value={value}
        maxLength={COMMENT_LIMIT}
        rows={1}
        dir="auto"
        // Only where the person has just asked to write here.
        autoFocus={autoFocus}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart);
          setActive(0);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          setFocused(true);
          onFocus?.();
        }}
        onBlur={() => {
          setFocused(false);
          setCaret(null);
        }}
        className="border-edge bg-panel text-ink placeholder:text-ink-3 block max-h-48 min-h-8 w-full resize-none rounded-md border px-2.5 py-1.5 text-md [field-sizing:content]"
      />
      {query === null ? null : (
        <ul
          id={`${id}-people`}
          role="listbox"
          aria-label="Members"
          className={cx(FLOATING, "absolute inset-x-0 bottom-full mb-1 p-1")}
        >
          {query.people.map((person, index) => (
            <li
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                take(query, person);
              }}
              className="aria-selected:bg-hover flex h-7 items-center gap-2 rounded-sm px-2"
            >
              <Avatar name={person.name} size="small" />
              <bdi className="cut">{visibleName(person.name)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Registered while the field has the focus: it goes before what the page does with the same keys. */
function SendKey({ onSend }: { readonly onSend: () => void }) {
  useShortcuts("Comments", [{ keys: "Mod+Enter", label: "Send what is written", run: onSend }]);
  return null;
}
