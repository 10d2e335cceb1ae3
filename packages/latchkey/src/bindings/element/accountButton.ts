import type { Namespace } from '@latchkey/wire/caip'
import type { Instance } from '../../boot/instances.js'
import { getBalances } from '../../core/account/balance.js'
import {
  getIdentities,
  hasNames,
  type Identity,
  type IdentityKey,
} from '../../core/account/identity/identity.js'
import { getConnection } from '../../core/connection/store.js'
import { formatBalance, shortenAddress, shortenName } from '../../core/format/format.js'
import { getActiveNetwork, isUnsupportedNetwork } from '../../core/network/store.js'
import * as limits from '../../core/runtime/limits.js'
import { buttonText } from '../../core/text/buttons.js'
import { createAvatar } from '../../core/theme/avatar.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { type ButtonModel, type ButtonSettings, parseNamespace, parseSize } from './buttonModel.js'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The account's avatar, or a generated mark if there is none or it does not load. */
function renderAvatar(address: string, picture: string | undefined): Element {
  const mark = renderMark(address)
  if (picture === undefined) return mark
  const image = document.createElement('img')
  image.alt = ''
  image.decoding = 'async'
  image.draggable = false
  image.referrerPolicy = 'no-referrer'
  image.addEventListener('error', () => image.replaceWith(mark), { once: true })
  image.src = picture
  return image
}

/** An account's mark as SVG. */
function renderMark(address: string): SVGElement {
  const { size, background, foreground, path } = createAvatar(address)
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('aria-hidden', 'true')
  for (const [fill, d] of [
    [background, `M0 0h${size}v${size}H0z`],
    [foreground, path],
  ] as const) {
    const shape = document.createElementNS(svgNamespace, 'path')
    shape.setAttribute('fill', fill)
    shape.setAttribute('d', d)
    svg.append(shape)
  }
  return svg
}

/** A whole number from 0 to 999. */
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1000

/** Public surface §8.2. */
const nameLength = 18

export function accountButton(
  instance: Instance,
  settings: ButtonSettings,
  rerender: () => void,
): ButtonModel | undefined {
  const { widget, latchkey } = instance
  const namespace = parseNamespace(settings)
  const state = widget.stores.network.get()
  const connected = getConnection(widget, namespace)
  if (!connected || isWaitingForName(widget, identityKey(widget, namespace), rerender))
    return undefined

  const family = namespace ?? state.activeNamespace
  const isUnsupported = isUnsupportedNetwork(state, family) && !widget.config.allowUnsupportedChain
  const isUnsigned =
    family === state.activeNamespace &&
    /^(unsigned|signing|cancelling)$/.test(widget.stores.siwx.get().status)
  /** Where the visitor has to go before using the account. */
  const view = isUnsupported ? 'UnsupportedChain' : isUnsigned ? 'SIWXSignMessage' : undefined
  const { address } = connected.active
  const { charsStart, charsEnd } = settings
  const { name, avatar } = identity(instance, namespace)
  const short = shortenAddress(
    address,
    isCount(charsStart) ? charsStart : limits.addressCharsStart,
    isCount(charsEnd) ? charsEnd : limits.addressCharsEnd,
  )

  const shown = name ? shortenName(name, nameLength) : short

  return {
    testId: namespace ? `account-button-${namespace}` : 'account-button',
    text: isUnsupported ? buttonText.switchNetwork : isUnsigned ? buttonText.signIn : shown,
    label: isUnsupported ? undefined : isUnsigned ? buttonText.unsigned(shown) : buttonText.account,
    kind: isUnsupported ? 'warning' : 'plain',
    size: parseSize(settings),
    isDisabled: settings.disabled,
    fact: view || settings.balance === 'hide' ? undefined : balance(instance),
    image: { key: avatar ?? address, render: () => renderAvatar(address, avatar) },
    watch: (onChange) => watchAccount(instance, namespace, onChange),
    onClick: () => latchkey.open({ view, namespace }),
  }
}

function identity({ widget }: Instance, namespace: Namespace | undefined): Identity {
  const key = identityKey(widget, namespace)
  const state = key && getIdentities(widget).get(key)
  return (state && 'value' in state && state.value) || {}
}

function identityKey(widget: Widget, namespace: Namespace | undefined): IdentityKey | undefined {
  const network = getActiveNetwork(widget.stores.network.get(), namespace)
  const address = getConnection(widget, namespace)?.active.address
  return network && address !== undefined ? { address, network } : undefined
}

/** Rerenders on new data. Loads identities, so that only pages that show one do. */
function watchAccount(
  { widget }: Instance,
  namespace: Namespace | undefined,
  rerender: () => void,
): () => void {
  const identities = getIdentities(widget)
  const { connection, network, modal, siwx } = widget.stores
  function load() {
    const key = identityKey(widget, namespace)
    if (key) void identities.load(key)
  }
  load()
  const stops = [
    getBalances(widget).subscribe(rerender),
    identities.subscribe(rerender),
    siwx.subscribe(rerender),
    ...[connection, network, modal].map((store) => store.subscribe(load)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Null while loading, undefined where no balance is shown, a dash when it is unavailable. */
function balance({ widget }: Instance): string | null | undefined {
  const network = getActiveNetwork(widget.stores.network.get())
  const address = getConnection(widget)?.active.address
  if (!network || network.isTestnet || address === undefined) return undefined
  const state = getBalances(widget).get({ address, network })
  if (state.status === 'absent') return undefined
  const { symbol, decimals } = network.nativeCurrency
  if ('value' in state && state.value !== undefined) {
    return `${formatBalance(state.value, decimals)} ${symbol}`
  }
  return state.status === 'loading' ? null : buttonText.noBalance
}

/** Undefined before the wait, `over` after it. */
type Wait = { current: Promise<void> | 'over' | undefined }

function createWait(): Wait {
  return { current: undefined }
}

/** Delays the first render for a moment, so that a name does not change the button's width later. */
export function isWaitingForName(
  widget: Widget,
  key: IdentityKey | undefined,
  rerender: () => void,
): boolean {
  const wait = getOrCreate(widget, createWait)
  if (wait.current === 'over' || !key || !hasNames(widget, key.network)) return false
  wait.current ??= waitFor(widget, key, () => {
    wait.current = 'over'
  })
  void wait.current.then(rerender)
  return true
}

async function waitFor(widget: Widget, key: IdentityKey, end: () => void): Promise<void> {
  const { clock } = widget.ports
  await Promise.race([getIdentities(widget).load(key), clock.sleep(limits.nameWait)])
  end()
}
