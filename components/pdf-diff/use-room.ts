"use client";
/** How much room an element has, in whole pixels; followed as it changes. */
import { useEffect, useRef, useState, type RefObject } from "react";

export function useRoom<Element extends HTMLElement>(): readonly [
  RefObject<Element | null>,
  { readonly width: number; readonly height: number },
] {
  const element = useRef<Element>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const own = element.current;
    if (own === null) return;
    const measure = () => {
      const next = { width: own.clientWidth, height: own.clientHeight };
      setRoom((before) => (before.width === next.width && before.height === next.height ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, []);
  return [element, room];
}
