/** The clearly fictional people of demo mode. Their passwords are public on purpose: demo mode is for looking around. */
import { z } from "zod";

export const demoPersonSchema = z
  .object({ id: z.string(), name: z.string(), title: z.string() })
  .meta({ id: "DemoPerson" });

export const demoPeople = [
  {
    id: "mara",
    name: "Mara Lindqvist",
    title: "Controller, owner of the workspace",
    email: "mara@northfield.example",
    password: "demo-mara-northfield",
    role: "owner",
  },
  {
    id: "tomas",
    name: "Tomas Kerr",
    title: "Analyst, maintainer",
    email: "tomas@northfield.example",
    password: "demo-tomas-northfield",
    role: "maintainer",
  },
] as const;
