import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface Virtual {
  readonly items: readonly VirtualItem[];
  /** The total height of all rows, in pixels. */
  readonly height: number;
  readonly scrollTo: (index: number, where: 'auto' | 'end') => void;
}

/** Chooses the rows to draw: the visible rows and a few around them. @param rowHeight in pixels */
export function useVirtual(box: RefObject<HTMLElement | null>, count: number, rowHeight: number): Virtual {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const options = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(0),
  };
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  const virtualizer = kept.current;
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    scrollTo: (index, where) => virtualizer.scrollToIndex(index, { align: where }),
  };
}
