import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import type { Instance } from '../../boot/instances.js'
import type { LatchkeyButtonProps } from './buttonProps.js'

/** What a page button shows. */
export type ButtonFace = {
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
  readonly image?: { readonly key: string; draw(): Node } | undefined
}

/** What a page button shows and does; the element only draws it. */
export type ButtonModel = ButtonFace & {
  /** Tells of changes beyond the stores the element watches; asked for once. */
  follow?(redraw: () => void): () => void
  /** Rejects when the modal could not be loaded. */
  press(): Promise<void>
}

/** Undefined while there is nothing to show; `redraw` is for what arrives later. */
export type DescribeButton = (
  instance: Instance,
  attributes: ButtonAttributes,
  redraw: () => void,
) => ButtonModel | undefined

/** What the markup says, by property; undefined for what is left out or empty. */
export type ButtonAttributes = {
  text(property: keyof LatchkeyButtonProps): string | undefined
  isSet(property: keyof LatchkeyButtonProps): boolean
}

export function namespaceAttribute(attributes: ButtonAttributes): Namespace | undefined {
  const value = attributes.text('namespace')
  return isNamespace(value) ? value : undefined
}

export function sizeAttribute(attributes: ButtonAttributes): 'sm' | 'md' {
  return attributes.text('size') === 'sm' ? 'sm' : 'md'
}
