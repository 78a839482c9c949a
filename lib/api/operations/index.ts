/** Every operation by name: what the OpenAPI document and the access table are made from. */
import type { AnyOperation } from "../operation.ts";
import * as branches from "./branches.ts";
import * as files from "./files.ts";
import * as operators from "./operators.ts";
import * as people from "./people.ts";
import * as promotions from "./promotions.ts";
import * as workspaces from "./workspaces.ts";

const isOperation = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "method" in value && "run" in value;

export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  Object.entries({ ...people, ...workspaces, ...branches, ...files, ...promotions, ...operators }).filter(([, value]) =>
    isOperation(value),
  ),
) as unknown as Record<string, AnyOperation>;
