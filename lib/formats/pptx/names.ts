/** Namespaces and relationship types of presentations (ECMA-376 part 1, 19 and 20). */

export const P = "http://schemas.openxmlformats.org/presentationml/2006/main";
export const A = "http://schemas.openxmlformats.org/drawingml/2006/main";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const relationshipType = (kind: string): string => `${OFFICE}/${kind}`;
