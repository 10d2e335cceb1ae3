import { attributeOf, looseAttributeOf, type PropertyKind } from './buttonProps.js'

type Properties = Readonly<Record<string, PropertyKind>>

/** The names an element has to observe: each attribute in both spellings. */
export function attributesOfProperties(properties: Properties): string[] {
  const names = Object.keys(properties)
  return [...new Set([...names.map(attributeOf), ...names.map(looseAttributeOf)])]
}

/** What the markup says of a property, in either spelling; undefined when it says nothing. */
export function readAttribute(element: Element, property: string): string | undefined {
  return (
    element.getAttribute(attributeOf(property)) ??
    element.getAttribute(looseAttributeOf(property)) ??
    undefined
  )
}

/** Adds an accessor for each property that reads and writes its attribute, as native elements have them. */
export function reflectProperties(prototype: HTMLElement, properties: Properties): void {
  for (const [property, kind] of Object.entries(properties)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return readValue(kind, readAttribute(this, property))
      },
      set(this: HTMLElement, value: unknown) {
        const text = toAttribute(kind, value)
        const name = attributeOf(property)
        if (looseAttributeOf(property) !== name) this.removeAttribute(looseAttributeOf(property))
        if (text === undefined) this.removeAttribute(name)
        else this.setAttribute(name, text)
      },
    })
  }
}

/** Frameworks may set properties before the element is defined; those would hide the accessors. */
export function takeEarlyProperties(element: HTMLElement, properties: Properties): void {
  for (const property of Object.keys(properties)) {
    if (!Object.hasOwn(element, property)) continue
    const value = Reflect.get(element, property)
    Reflect.deleteProperty(element, property)
    Reflect.set(element, property, value)
  }
}

export const isFlagSet = (text: string | undefined) => text !== undefined && text !== 'false'

/** A whole number from 0 to 999. */
export const parseCount = (text: string | undefined) =>
  text !== undefined && /^\d{1,3}$/.test(text) ? +text : undefined

function readValue(kind: PropertyKind, text: string | undefined) {
  if (kind === 'flag') return isFlagSet(text)
  return kind === 'count' ? parseCount(text) : text
}

function toAttribute(kind: PropertyKind, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (kind !== 'flag') return String(value)
  // Templates write a bare attribute as an empty text.
  return value === '' || (value && value !== 'false') ? '' : undefined
}
