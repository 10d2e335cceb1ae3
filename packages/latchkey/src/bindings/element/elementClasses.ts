import { watchInstance } from '../../boot/instances.js'
import { type LatchkeyModalProps, type PropertyKind, toAttributeName } from './buttonProps.js'

type Reflecting<properties> = {
  new (): HTMLElement & properties & { connectedCallback(): void }
  observedAttributes: string[]
}

/** Creates an element class whose properties read and write their attributes, as in native elements. */
export function createReflectingClass<properties extends object>(
  kinds: {
    readonly [name in keyof properties]-?: PropertyKind
  },
): Reflecting<properties> {
  class ReflectingElement extends HTMLElement {
    static observedAttributes: string[] = []

    /** Frameworks may set properties before the element is defined; these would hide the accessors. */
    connectedCallback() {
      for (const [property, value] of Object.entries(this)) {
        if (!(property in kinds)) continue
        Reflect.deleteProperty(this, property)
        Object.assign(this, { [property]: value })
      }
    }
  }

  for (const [property, kind] of Object.entries<PropertyKind>(kinds)) {
    const name = toAttributeName(property)
    // Templates that ignore letter case write the name in one word.
    const oneWord = property.toLowerCase()
    ReflectingElement.observedAttributes.push(name, oneWord)
    Object.defineProperty(ReflectingElement.prototype, property, {
      get(this: HTMLElement) {
        const text = this.getAttribute(name) ?? this.getAttribute(oneWord) ?? undefined
        return kind === 'flag' ? isFlagSet(text) : kind === 'count' ? text && +text : text
      },
      set(this: HTMLElement, value: unknown) {
        const text = kind !== 'flag' ? value : isFlagSet(value) ? '' : undefined
        if (oneWord !== name) this.removeAttribute(oneWord)
        if (text == null) this.removeAttribute(name)
        else this.setAttribute(name, `${text}`)
      },
    })
  }
  return ReflectingElement as unknown as Reflecting<properties>
}

/** Templates write a flag without a value as an empty string. */
const isFlagSet = (value: unknown) => value === '' || (Boolean(value) && value !== 'false')

/** `<latchkey-modal>`: placed by the widget, or by the site in embedded mode. */
export function createModalClass(): CustomElementConstructor {
  return class ModalElement extends createReflectingClass<LatchkeyModalProps>({
    instance: 'text',
  }) {
    #stop: (() => void) | undefined

    override connectedCallback() {
      super.connectedCallback()
      this.#stop = watchInstance(this.instance, (instance) => {
        if (instance.widget.config.embedded) instance.host.attachTo(this)
      })
    }

    disconnectedCallback() {
      this.#stop?.()
    }
  }
}
