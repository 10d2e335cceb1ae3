import { isNamespace, type Namespace } from '@latchkey/wire/caip'
import type { Instance } from '../../boot/instances.js'

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

export type ButtonAttributes = {
  text(name: string): string | undefined
  isSet(name: string): boolean
}

/** The names `attributes` may be asked for, as browsers spell attributes. */
export const buttonAttributeNames = [
  'disabled',
  'balance',
  'size',
  'label',
  'loadinglabel',
  'loading-label',
  'charsstart',
  'chars-start',
  'charsend',
  'chars-end',
  'namespace',
  'instance',
]

export function namespaceAttribute(attributes: ButtonAttributes): Namespace | undefined {
  const value = attributes.text('namespace')
  return isNamespace(value) ? value : undefined
}

export function sizeAttribute(attributes: ButtonAttributes): 'sm' | 'md' {
  return attributes.text('size') === 'sm' ? 'sm' : 'md'
}

/** A whole number from 0, or the default. */
export function countAttribute(
  attributes: ButtonAttributes,
  names: readonly [string, string],
  otherwise: number,
): number {
  const text = attributes.text(names[0]) ?? attributes.text(names[1])
  return text !== undefined && /^\d{1,3}$/.test(text) ? +text : otherwise
}
