"use client";

import { useId, useRef, type SubmitEvent } from "react";

import { Button } from "../ui/button.tsx";
import { DropZone } from "../ui/drop-zone.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import { gatherDropped, gatherPicked, type Source } from "./gather.ts";

export type From = "computer" | "server" | "nothing";

export interface ImportSourceProps {
  readonly from: From;
  readonly onFrom: (from: From) => void;
  readonly onComputer: (source: Promise<Source>) => void;
  readonly onServer: (folder: string) => void;
  /** Ties the form to the dialog's button. */
  readonly formId: string;
  readonly folder: string;
  readonly onFolder: (folder: string) => void;
}

/** Where the files of the first accepted tree come from. */
export function ImportSource(props: ImportSourceProps) {
  const { from, onFrom, onComputer, onServer, formId, folder, onFolder } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (folder.trim() !== "") onServer(folder.trim());
  };
  return (
    <div className="flex min-h-[212px] flex-col gap-3">
      <div>
        <Segmented
          label="Where the files come from"
          value={from}
          onChange={onFrom}
          segments={[
            { value: "computer", label: "This computer" },
            { value: "server", label: "A folder of the server" },
            { value: "nothing", label: "Start empty" },
          ]}
        />
      </div>
      {from === "computer" ? <FromComputer onSource={onComputer} /> : null}
      {from === "server" ? (
        <form id={formId} onSubmit={submit}>
          <TextField
            label="Folder"
            value={folder}
            onChange={(event) => onFolder(event.target.value)}
            placeholder="/srv/projects/q3-board-pack"
            hint="As the server sees it. It is read once and copied; the folder itself is not changed."
            spellCheck={false}
            autoComplete="off"
            autoFocus
            required
          />
        </form>
      ) : null}
      {from === "nothing" ? (
        <p className="text-ink-2 text-sm">
          The accepted tree starts without files. What people upload and agents make is staged on branches, and becomes
          official when it is promoted.
        </p>
      ) : null}
    </div>
  );
}

function FromComputer({ onSource }: { readonly onSource: (source: Promise<Source>) => void }) {
  const folderInput = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <DropZone
        label="Drop a folder, files or a zip, or press to choose files"
        hint="You will see what would be imported, with every rename, before anything is made."
        multiple
        onFiles={(files, transfer) => {
          if (transfer !== null) onSource(gatherDropped(transfer));
          else if (files.length > 0) onSource(Promise.resolve(gatherPicked(files)));
        }}
      />
      <div>
        <input
          id={id}
          ref={folderInput}
          type="file"
          // A folder picker: no attribute of the standard, and in every browser.
          {...{ webkitdirectory: "" }}
          hidden
          aria-label="Folder of this computer"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            if (files.length > 0) onSource(Promise.resolve(gatherPicked(files)));
            event.target.value = "";
          }}
        />
        <Button onClick={() => folderInput.current?.click()}>Choose a whole folder…</Button>
      </div>
    </>
  );
}
