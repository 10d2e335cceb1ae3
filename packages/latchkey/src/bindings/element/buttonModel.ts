import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import type { Instance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import type { LatchkeyButtonProps } from './buttonProps.js'

/** What a page button shows. */
export type ButtonContent = {
  readonly testId: string
  readonly text: string
  /** What assistive technology reads, where what is to be seen alone says too little. */
  readonly label?: ((seen: string) => string) | undefined
  readonly kind: 'primary' | 'plain' | 'warning'
  readonly size: 'sm' | 'md'
  readonly isBusy?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** A fact before the text: the balance; null while it is being fetched. */
  readonly fact?: string | null | undefined
  /** A picture before the text; drawn again when the key changes. */
  readonly image?: { readonly key: string; render(): Node } | undefined
}

/** What a page button shows and does; the element only draws it. */
export type ButtonModel = ButtonContent & {
  /** Tells of changes beyond the stores the element watches; asked for once. */
  follow?(rerender: () => void): () => void
  /** Rejects when the modal could not be loaded. */
  onClick(): Promise<void>
}

/** Undefined while there is nothing to show; `rerender` is for what arrives later. */
export type DescribeButton = (
  instance: Instance,
  settings: ButtonSettings,
  rerender: () => void,
) => ButtonModel | undefined

/** What the site asks for; markup can hold any text, so values are checked where they are used. */
export type ButtonSettings = {
  readonly [name in keyof LatchkeyButtonProps]: LatchkeyButtonProps[name] | undefined
}

export function parseNamespace({ namespace }: ButtonSettings): Namespace | undefined {
  return isNamespace(namespace) ? namespace : undefined
}

export function parseSize({ size }: ButtonSettings): 'sm' | 'md' {
  return size === 'sm' ? 'sm' : 'md'
}

/** What a button is made of, for who draws it in a page and who writes it as HTML. */
type ButtonParts = {
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Its spans, each by its class with its text; that of a picture is the key of the picture. */
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
      'aria-label': face.label?.(seenWords(face)),
      'aria-busy': isBusy ? 'true' : undefined,
      'aria-haspopup': 'dialog',
      disabled: face.isDisabled ? '' : undefined,
      // What the spans were drawn from, so that they are drawn again only when that changes.
      'data-drawn': JSON.stringify(spans),
    },
    spans,
  }
}

/** What is to be seen, in its order: who speaks to the page says it as they see it. */
function seenWords({ fact, text }: ButtonContent): string {
  if (fact === undefined) return text
  return `${fact ?? buttonText.loadingBalance} ${text}`
}
