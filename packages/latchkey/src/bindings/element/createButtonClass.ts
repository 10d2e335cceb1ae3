import { type Instance, watchInstance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import { baseTokensCss } from '../../core/theme/baseTokens.js'
import { buttonCss } from './button.css.js'
import { type ButtonModel, buttonParts, type DescribeButton } from './buttonModel.js'
import { buttonProperties, type LatchkeyButtonProps } from './buttonProps.js'
import { createReflectingClass } from './elementClasses.js'

/** A custom element around one native button that shows a widget's state. */
export function createButtonClass(describe: DescribeButton): CustomElementConstructor {
  return class ButtonElement extends createReflectingClass<LatchkeyButtonProps>(buttonProperties) {
    readonly #button: HTMLButtonElement
    readonly #theme = new CSSStyleSheet()
    #instance: Instance | undefined
    #model: ButtonModel | undefined
    #hasFailed = false
    #isWatching = false
    #stops: (() => void)[] = []

    constructor() {
      super()
      const base = new CSSStyleSheet()
      base.replaceSync(buttonCss)
      // A button from the page's HTML is kept, so that it does not lose focus.
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true })
      root.adoptedStyleSheets = [this.#theme, base]
      this.#button =
        root.querySelector('button') ?? root.appendChild(document.createElement('button'))
      this.#button.addEventListener('click', (event) => {
        // The page's own listeners run first; one of them may stop the event before it reaches the
        // window.
        let isOver = false
        const finish = () => {
          if (!isOver && !event.defaultPrevented) void this.#click()
          isOver = true
        }
        addEventListener('click', finish, { once: true })
        setTimeout(finish)
      })
      for (const sign of ['pointerenter', 'pointerdown', 'focus'] as const) {
        this.#button.addEventListener(sign, () => this.#instance?.preload.intent(), {
          passive: true,
        })
      }
    }

    override connectedCallback() {
      super.connectedCallback()
      this.#stops.push(watchInstance(this.instance, (instance) => this.#attach(instance)))
    }

    disconnectedCallback() {
      for (const stop of this.#stops) stop()
      this.#stops = []
      this.#isWatching = false
    }

    attributeChangedCallback(name: string) {
      if (name === 'instance' && this.#stops.length > 0) {
        this.disconnectedCallback()
        this.#instance = undefined
        renderButton(this.#button, undefined)
        this.connectedCallback()
      }
      this.#render()
    }

    #attach(instance: Instance) {
      this.#instance = instance
      const { stores } = instance.widget
      const render = () => this.#render()
      const paint = () => this.#paint()
      this.#stops.push(
        stores.connection.subscribe(render),
        stores.network.subscribe(render),
        stores.modal.subscribe(render),
        stores.theme.subscribe(paint),
      )
      paint()
      render()
      // The helper of the HTML button reports an earlier click. Older browsers have no popovers.
      const aid = this.#button.previousElementSibling
      if (aid?.querySelector(':is(:popover-open)')) void this.#click()
      aid?.remove()
    }

    #paint() {
      if (this.#instance)
        this.#theme.replaceSync(baseTokensCss(this.#instance.widget.stores.theme.get()))
    }

    #render() {
      if (!this.#instance) return
      this.#model = describe(this.#instance, this, () => this.#render())
      if (this.#model?.watch && !this.#isWatching) {
        this.#isWatching = true
        this.#stops.push(this.#model.watch(() => this.#render()))
      }
      renderButton(
        this.#button,
        this.#model && this.#hasFailed ? { ...this.#model, text: buttonText.failed } : this.#model,
      )
    }

    async #click() {
      const model = this.#model
      if (!model || model.isDisabled) return
      this.#hasFailed = false
      try {
        await model.onClick()
      } catch (error) {
        this.#hasFailed = true
        this.#instance?.widget.ports.log.error('The wallet window could not be opened', error)
      }
      this.#render()
    }
  }
}

/** Renders the model into the native button; unchanged spans stay. */
function renderButton(button: HTMLButtonElement, model: ButtonModel | undefined): void {
  button.hidden = !model
  if (!model) return
  const { drawn } = button.dataset
  const { attributes, spans } = buttonParts(model)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) button.removeAttribute(name)
    else button.setAttribute(name, value)
  }
  if (button.dataset.drawn === drawn) return
  const renderSpan = ([name, text]: readonly [string, string]) => {
    const span = document.createElement('span')
    span.className = name
    if (name === 'image') {
      span.setAttribute('aria-hidden', 'true')
      span.append(model.image?.render() ?? '')
    } else span.textContent = text
    return span
  }
  button.replaceChildren(...spans.map(renderSpan))
}
