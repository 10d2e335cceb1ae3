import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import type { Instance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import type { LatchkeyButtonProps } from './buttonProps.js'

/** What a page button shows. */
export type ButtonContent = {
  readonly testId: string
  readonly text: string
  /** The accessible name, where the visible text is not enough. */
  readonly label?: ((seen: string) => string) | undefined
  readonly kind: 'primary' | 'plain' | 'warning'
  readonly size: 'sm' | 'md'
  readonly isBusy?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** The balance before the text; null while it loads. */
  readonly fact?: string | null | undefined
  /** An image before the text; rendered again when the key changes. */
  readonly image?: { readonly key: string; render(): Node } | undefined
}

/** What a page button shows and does; the element renders it. */
export type ButtonModel = ButtonContent & {
  /** Watches what the element does not; called once. */
  watch?(rerender: () => void): () => void
  /** Rejects when the modal could not be loaded. */
  onClick(): Promise<void>
}

/** Undefined while there is nothing to show; `rerender` is for data that arrives later. */
export type DescribeButton = (
  instance: Instance,
  settings: ButtonSettings,
  rerender: () => void,
) => ButtonModel | undefined

/** The element's attributes; markup can hold any text, so values are checked on use. */
export type ButtonSettings = {
  readonly [name in keyof LatchkeyButtonProps]: LatchkeyButtonProps[name] | undefined
}

export function parseNamespace({ namespace }: ButtonSettings): Namespace | undefined {
  return isNamespace(namespace) ? namespace : undefined
}

export function parseSize({ size }: ButtonSettings): 'sm' | 'md' {
  return size === 'sm' ? 'sm' : 'md'
}

/** The parts of a button, for the element and for its HTML. */
type ButtonParts = {
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Class and text of each span; for an image, the text is its key. */
  readonly spans: readonly (readonly [name: string, text: string])[]
}

export function buttonParts(face: ButtonContent): ButtonParts {
  const { fact, image, isBusy } = face
  const spans: [string, string][] = [['text', face.text]]
  if (image) spans.unshift(['image', image.key])
  if (fact !== undefined) spans.unshift(fact === null ? ['waiting', ''] : ['fact', `${fact} `])
  if (isBusy) spans.unshift(['spinner', ''])
  return {
    attributes: {
      type: 'button',
      'data-testid': face.testId,
      class: `${face.kind} ${face.size}`,
      'aria-label': face.label?.(getVisibleText(face)),
      'aria-busy': isBusy ? 'true' : undefined,
      'aria-haspopup': 'dialog',
      disabled: face.isDisabled ? '' : undefined,
      // The rendered spans, to render again only when they change.
      'data-drawn': JSON.stringify(spans),
    },
    spans,
  }
}

/** In visible order, because voice control uses the visible text. */
function getVisibleText({ fact, text }: ButtonContent): string {
  if (fact === undefined) return text
  return `${fact ?? buttonText.loadingBalance} ${text}`
}
