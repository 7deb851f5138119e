import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ModalOptions {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over everything else. It holds the focus until it closes, and then gives it back. */
export function Modal({ title, close, children }: ModalOptions) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const before = document.activeElement;
    current?.showModal();
    // Otherwise a form that is higher than the window would get the focus, or the button that cancels.
    current?.querySelector<HTMLElement>('input, select, [type=submit]')?.focus();
    return () => {
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class="modal"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
    >
      {children}
    </dialog>
  );
}
