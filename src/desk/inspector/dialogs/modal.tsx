import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ModalOptions {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The dialog keeps the focus until it closes, and then restores the previous focus. */
export function Modal({ title, close, children }: ModalOptions) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const before = document.activeElement;
    current?.showModal();
    // Without this, the browser would focus a form that is taller than the window, or the Cancel button.
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
