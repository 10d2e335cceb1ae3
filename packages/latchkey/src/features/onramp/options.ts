import type { NetworkId } from '@latchkey/wire/caip'
import type { InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import { getOnrampOptions, type getOnrampQuote } from '@latchkey/wire/http/onramp'
import { getCurrencyImage, getTokenImage } from '@latchkey/wire/http/wallets'
import { onrampProviders } from '../../core/config/features.js'
import type { Network } from '../../core/network/network.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import { OnrampError } from '../../core/runtime/errors/onramp.js'
import { getImageUrl } from '../../core/runtime/getImageUrl.js'
import * as limits from '../../core/runtime/limits.js'
import { sanitizeWalletName } from '../../core/wallets/sanitize.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { BuyContext } from './buyContext.js'
import { type Cents, safeParseMoney } from './money.js'

export type PaymentMethod = 'card' | 'ach_bank_account'

export type MethodLimit = {
  readonly method: PaymentMethod
  readonly min: Cents
  readonly max: Cents
}

/** A currency to pay with. */
export type Currency = {
  readonly id: string
  readonly limits: readonly MethodLimit[]
  readonly image: string | undefined
  /** As the provider sent it, for quotes. */
  readonly source: InputOf<typeof getOnrampQuote>['paymentCurrency']
}

/** A token with its networks. */
export type Token = {
  readonly symbol: string
  readonly name: string
  readonly image: string | undefined
  /** As the provider sent it, for quotes. */
  readonly source: InputOf<typeof getOnrampQuote>['purchaseCurrency']
}

/** A token on one network of the site. */
export type Asset = Token & {
  readonly key: string
  readonly network: Network
  /** The provider's name of the network. */
  readonly networkName: string
}

export type Provider = {
  readonly id: string
  readonly label: string
  readonly feeRange: string
  readonly networks: readonly NetworkId[]
  readonly limits: readonly MethodLimit[]
}

export type OnrampOptions = {
  readonly currencies: readonly Currency[]
  readonly tokens: readonly Token[]
  readonly providers: readonly Provider[]
}

type Options = ResponseOf<typeof getOnrampOptions>

/** What can be bought and how it can be paid. */
export function getOptions(widget: Widget): Resource<undefined, OnrampOptions> {
  return getOrCreate(widget, createOptions)
}

function createOptions({ ports, signal, stores }: Widget): Resource<undefined, OnrampOptions> {
  return createResource({
    clock: ports.clock,
    signal,
    key: () => '',
    lifetime: limits.onrampOptionsLifetime,
    retryGap: limits.onrampRetryGap,
    async load(_, loadSignal) {
      const { provider } = ports
      if (!provider) throw new OnrampError('not-offered')
      const found = await provider.call(getOnrampOptions, {}, { signal: loadSignal })
      const enabled: readonly string[] = stores.settings.get().remoteFeatures.onramp || []
      return {
        currencies: await Promise.all(
          found.paymentCurrencies.filter(isCurrency).map(async (source) => ({
            id: source.id,
            limits: parseLimits(source.payment_method_limits),
            image: await getImageUrl(provider, getCurrencyImage, source.id),
            source,
          })),
        ),
        tokens: await Promise.all(
          found.purchaseCurrencies.map(async (source) => ({
            symbol: sanitizeWalletName(source.symbol) ?? '',
            name: sanitizeWalletName(source.name) ?? '',
            image: await getImageUrl(provider, getTokenImage, source.symbol),
            source,
          })),
        ),
        providers: (found.providers ?? []).flatMap((one) =>
          isEnabled(one.id, enabled) ? parseProvider(one) : [],
        ),
      }
    },
  })
}

const isCurrency = ({ id }: Options['paymentCurrencies'][number]) => /^[A-Z]{3}$/.test(id)

/** The project chooses among the known services; others exist only on development providers. */
function isEnabled(id: string, enabled: readonly string[]): boolean {
  return enabled.includes(id) || !(onrampProviders as readonly string[]).includes(id)
}

function parseProvider(one: NonNullable<Options['providers']>[number]): Provider {
  return {
    id: one.id,
    label: sanitizeWalletName(one.label) ?? one.id,
    feeRange: sanitizeWalletName(one.feeRange) ?? '',
    networks: one.networks,
    limits: parseLimits(one.paymentMethods),
  }
}

function parseLimits(
  limitsOf: Options['paymentCurrencies'][number]['payment_method_limits'],
): readonly MethodLimit[] {
  return limitsOf.flatMap(({ id, min, max }) => {
    const [lowest, highest] = [safeParseMoney(min), safeParseMoney(max)]
    return lowest && highest ? [{ method: id, min: lowest, max: highest }] : []
  })
}

/** The tokens an account can buy: those of the active network first. */
export function getAssets(options: OnrampOptions, { networks }: BuyContext): readonly Asset[] {
  const delivered = new Set(options.providers.flatMap((provider) => provider.networks))
  return networks.flatMap((network) =>
    options.tokens.flatMap((token) => {
      const found = token.source.networks.find(
        ({ chain_id: id }) => id === network.reference || id === network.id,
      )
      if (!found || !delivered.has(network.id) || !token.symbol) return []
      const key = `${network.id}:${token.symbol}`
      return [{ ...token, key, network, networkName: found.name }]
    }),
  )
}
