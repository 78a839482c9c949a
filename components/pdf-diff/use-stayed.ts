"use client";
import { useEffect, useState } from "react";

/** Milliseconds: who steps on within that only passes by. */
const A_MOMENT = 120;

/** Whether this place has been in sight for a moment. Pages that are passed by in a hurry need not be drawn. */
export function useStayed(): boolean {
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), A_MOMENT);
    return () => clearTimeout(timer);
  }, []);
  return stayed;
}
