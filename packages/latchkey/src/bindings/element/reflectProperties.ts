import { attributeOf, type PropertyKind } from './buttonProps.js'

type Properties = Readonly<Record<string, PropertyKind>>

/** An attribute as HTML spells it, and in one word, as templates that ignore case write it. */
const spellings = (property: string) => [attributeOf(property), property.toLowerCase()] as const

/** The names an element has to observe. */
export function observedNames(properties: Properties): string[] {
  return Object.keys(properties).flatMap(spellings)
}

/** What the markup says of a property, in either spelling; undefined when it says nothing. */
export function readAttribute(element: Element, property: string): string | undefined {
  const [name, loose] = spellings(property)
  return element.getAttribute(name) ?? element.getAttribute(loose) ?? undefined
}

/** Adds an accessor for each property that reads and writes its attribute, as native elements have them. */
export function reflectProperties(prototype: HTMLElement, properties: Properties): void {
  for (const [property, kind] of Object.entries(properties)) {
    const [name, loose] = spellings(property)
    Object.defineProperty(prototype, property, {
      get(this: HTMLElement) {
        const text = readAttribute(this, property)
        return kind === 'flag' ? isFlagSet(text) : kind === 'count' ? text && +text : text
      },
      set(this: HTMLElement, value: unknown) {
        // Templates write a bare flag as an empty text.
        const isFalse = kind === 'flag' && ((!value && value !== '') || value === 'false')
        if (loose !== name) this.removeAttribute(loose)
        if (isFalse || value === undefined || value === null) this.removeAttribute(name)
        else this.setAttribute(name, kind === 'flag' ? '' : `${value}`)
      },
    })
  }
}

/** Frameworks may set properties before the element is defined; those would hide the accessors. */
export function takeEarlyProperties(element: HTMLElement, properties: Properties): void {
  for (const [property, value] of Object.entries(element)) {
    if (!(property in properties)) continue
    Reflect.deleteProperty(element, property)
    Object.assign(element, { [property]: value })
  }
}

export const isFlagSet = (text: string | undefined) => text !== undefined && text !== 'false'
