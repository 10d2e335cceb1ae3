import { type Instance, watchInstance } from '../../boot/instances.js'
import { getConnection } from '../../core/connection/store.js'
import * as limits from '../../core/runtime/limits.js'
import { form as formText, inline as text } from '../../core/text/onramp.js'
import { baseTokensCss } from '../../core/theme/baseTokens.js'
import type { LatchkeyBuyProps } from './buttonProps.js'
import { buyFormCss } from './buyForm.css.js'

type Inline = typeof import('../../features/onramp/inline.js')
type Draft = NonNullable<ReturnType<Inline['getInlineDraft']>>

/** Public surface §3.1. */
const presets = ['100', '250', '500', '1000']

type BuyElement = HTMLElement & LatchkeyBuyProps

/** Shows the form once the page has a widget. It ends when the element is removed or shows another form. */
export function showBuyForm(host: BuyElement): void {
  const over = new AbortController()
  const stop = watchInstance(host.instance, async (instance) => {
    if (!host.isConnected) return over.abort()
    try {
      await renderBuyForm(host, instance, over)
    } catch (error) {
      instance.widget.ports.log.error('The form to buy could not be loaded', error)
    }
  })
  over.signal.addEventListener('abort', stop)
}

async function renderBuyForm(
  host: BuyElement,
  { widget, latchkey }: Instance,
  over: AbortController,
): Promise<void> {
  const { signal } = over
  const { stores, ports } = widget
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const [theme, base] = [new CSSStyleSheet(), new CSSStyleSheet()]
  base.replaceSync(buyFormCss)
  root.adoptedStyleSheets = [theme, base]
  const paint = () => theme.replaceSync(baseTokensCss(stores.theme.get()))
  paint()
  const inline = await import('../../features/onramp/inline.js')
  let choice = {
    amount: inline.normalizeMoney(host.amount ?? '') || inline.firstAmount,
    currency: host.currency,
    token: host.token,
  }
  let options: Awaited<ReturnType<Inline['loadOptions']>>
  let isFailed = false
  let quoting: AbortController | undefined

  async function load() {
    isFailed = false
    try {
      options = await inline.loadOptions(widget)
    } catch (error) {
      isFailed = true
      ports.log.warn(text.failed, error)
    }
    render()
  }

  function change(changes: Partial<typeof choice>) {
    choice = { ...choice, ...changes }
    render()
  }

  const parts = createParts({
    onAmount: (typed) => {
      const amount = inline.normalizeMoney(typed)
      if (amount === undefined) return render()
      return change({ amount })
    },
    onCurrency: (currency) => change({ currency }),
    onToken: (token) => change({ token }),
    onSubmit() {
      if (isFailed) return void load()
      const isConnected = getConnection(widget) !== undefined
      return void latchkey.open(
        isConnected ? { view: 'OnRampProviders', arguments: choice } : { view: 'Connect' },
      )
    },
  })
  root.replaceChildren(parts.form)

  function render() {
    if (!host.isConnected || !root.contains(parts.form)) return over.abort()
    const isOn = ports.provider && stores.settings.get().remoteFeatures.onramp !== false
    const draft = options && inline.getInlineDraft(widget, options, choice)
    parts.form.hidden = !isOn || (options !== undefined && !draft)
    if (parts.form.hidden) return
    const limits = draft && inline.describeLimits(draft, choice.amount)
    const canBuy = draft?.amount !== undefined && !limits?.isBad
    parts.show({
      draft,
      amount: choice.amount,
      isFailed,
      limits,
      isDisabled: host.disabled === true || (!isFailed && !canBuy),
      isConnected: getConnection(widget) !== undefined,
      format: inline.formatMoney,
      signOf: inline.currencySign,
    })
    void quote(draft)
  }

  async function quote(draft: Draft | undefined) {
    quoting?.abort()
    if (!draft) return
    const mine = new AbortController()
    quoting = mine
    try {
      await ports.clock.sleep(limits.typingPause, AbortSignal.any([mine.signal, signal]))
      const quantity = await inline.loadBestQuantity(widget, draft)
      if (!mine.signal.aborted) parts.quantity(quantity)
    } catch {
      // Replaced by a newer amount, or the element was removed.
    }
  }

  const observer = new MutationObserver(render)
  observer.observe(host, { attributes: true, attributeFilter: ['disabled'] })
  const stops = [
    () => observer.disconnect(),
    stores.theme.subscribe(paint),
    stores.connection.subscribe(render),
    stores.network.subscribe(render),
    stores.settings.subscribe(render),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  render()
  await load()
}

type Handlers = {
  onAmount(text: string): void
  onCurrency(id: string): void
  onToken(key: string): void
  onSubmit(): void
}

type Shown = {
  readonly draft: Draft | undefined
  readonly amount: string
  readonly limits: ReturnType<Inline['describeLimits']> | undefined
  readonly isFailed: boolean
  readonly isDisabled: boolean
  readonly isConnected: boolean
  readonly format: Inline['formatMoney']
  readonly signOf: Inline['currencySign']
}

/** The elements of the form, made once, so that typing keeps its focus. */
function createParts({ onAmount, onCurrency, onToken, onSubmit }: Handlers) {
  const form = create('form', { 'aria-label': text.label, 'data-testid': 'latchkey-buy' })
  const sign = create('span', { class: 'sign', 'aria-hidden': 'true' })
  const amount = create('input', {
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: '0',
    'data-testid': 'buy-amount',
  })
  const currency = create('select', { 'aria-label': text.currency, 'data-testid': 'buy-currency' })
  const token = create('select', { 'aria-label': text.token, 'data-testid': 'buy-token' })
  const quantity = create('output', { 'data-testid': 'buy-quantity' })
  const hint = create('p', { class: 'hint', id: 'hint', role: 'status' })
  const submit = create('button', { class: 'primary', 'data-testid': 'buy-submit' })
  const chips = presets.map((preset) => {
    const chip = create('button', { type: 'button', 'data-testid': `buy-preset-${preset}` })
    chip.addEventListener('click', () => onAmount(preset))
    return { preset, chip }
  })
  amount.setAttribute('aria-describedby', 'hint')
  form.append(
    line('pay', formText.pay, [sign, amount, currency]),
    group(chips.map(({ chip }) => chip)),
    line('receive', formText.receive, [quantity, token]),
    hint,
    submit,
  )
  amount.addEventListener('input', () => onAmount(amount.value))
  currency.addEventListener('change', () => onCurrency(currency.value))
  token.addEventListener('change', () => onToken(token.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') !== 'true') onSubmit()
  })
  let shownKey = ''
  return {
    form,
    quantity(found: string | undefined) {
      quantity.value = found === undefined ? '–' : text.about(found)
    },
    show({
      draft,
      amount: typed,
      limits,
      isFailed,
      isDisabled,
      isConnected,
      format,
      signOf,
    }: Shown) {
      const currencyId = draft?.currency.id ?? 'USD'
      sign.textContent = signOf(currencyId)
      if (amount.value !== typed) amount.value = typed
      amount.setAttribute('aria-label', formText.amountIn(currencyId))
      for (const { preset, chip } of chips) {
        chip.textContent = format(BigInt(preset) * 100n, currencyId)
        chip.setAttribute('aria-pressed', String(preset === typed))
      }
      const key = `${draft?.asset.key} ${currencyId} ${typed}`
      if (key !== shownKey) quantity.value = '…'
      shownKey = key
      if (draft) {
        fill(
          currency,
          draft.currencies.map(({ id }) => [id, id]),
          currencyId,
        )
        const names = draft.assets.map(({ key: id, symbol, network }) => {
          const isPlain = draft.context.networks.length === 1
          return [id, isPlain ? symbol : `${symbol} (${network.name})`] as const
        })
        fill(token, names, draft.asset.key)
      }
      form.toggleAttribute('data-bad', limits?.isBad === true)
      amount.setAttribute('aria-invalid', String(limits?.isBad === true))
      hint.textContent = isFailed ? text.failed : (limits?.text ?? '')
      submit.textContent = isFailed ? text.retry : isConnected ? text.getQuotes : text.connect
      submit.setAttribute('aria-disabled', String(isDisabled))
    },
  }
}

function create<name extends keyof HTMLElementTagNameMap>(
  name: name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

function line(name: string, label: string, parts: readonly HTMLElement[]): HTMLElement {
  const box = create('div', { class: `line ${name}` })
  const caption = create('span', { class: 'caption' })
  caption.textContent = label
  box.append(caption, ...parts)
  return box
}

function group(chips: readonly HTMLElement[]): HTMLElement {
  const box = create('div', { class: 'presets', role: 'group', 'aria-label': formText.presets })
  box.append(...chips)
  return box
}

/** Options are made again only if they differ. */
function fill(
  select: HTMLSelectElement,
  entries: readonly (readonly [string, string])[],
  value: string,
): void {
  const isSame =
    [...select.options].map((one) => one.value).join() === entries.map(([id]) => id).join()
  if (!isSame) select.replaceChildren(...entries.map(([id, label]) => new Option(label, id)))
  select.value = value
}
