/** Which preview draws a file: by what its record says it is, or, before it was read, by its name. */
export type PreviewKind = "sheet" | "text" | "deck" | "document" | "notebook" | "pdf" | "image" | "none";

const OF_FORMAT: Readonly<Record<string, PreviewKind>> = {
  xlsx: "sheet",
  sheet: "sheet",
  csv: "sheet",
  docx: "document",
  pptx: "deck",
  pdf: "pdf",
  ipynb: "notebook",
  image: "image",
  text: "text",
  bytes: "none",
};

const OF_NAME: readonly (readonly [RegExp, PreviewKind])[] = [
  [/\.(xlsx|xlsm|xltx|xltm|xls|xlt|xlsb|ods|csv|tsv|tab)$/i, "sheet"],
  [/\.(docx|docm|dotx|dotm)$/i, "document"],
  [/\.(pptx|pptm|potx|potm|ppsx|ppsm)$/i, "deck"],
  [/\.ipynb$/i, "notebook"],
  [/\.pdf$/i, "pdf"],
  [/\.(png|jpe?g|gif|webp|bmp|tiff?)$/i, "image"],
  [/\.(zip|gz|7z|exe|dll|bin|mp[34]|mov|wav|parquet|db|sqlite)$/i, "none"],
];

/** @param format of the record; null: not known yet */
export const previewKind = (path: string, format: string | null): PreviewKind =>
  (format === null ? OF_NAME.find(([name]) => name.test(path))?.[1] : OF_FORMAT[format]) ??
  (format === null ? "text" : "none");
