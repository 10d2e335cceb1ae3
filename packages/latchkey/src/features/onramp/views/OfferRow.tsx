import { ListRow } from '@latchkey/parts/ListRow'
import type { Network } from '../../../core/network/network.js'
import * as onrampText from '../../../core/text/onramp.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { NetworkImage, WalletImage } from '../../../ui/parts/Picture.js'
import type { Draft } from '../draft.js'
import { formatMoney, formatQuantity, safeParseMoney } from '../money.js'
import type { Offer } from '../offers.js'
import type { Provider } from '../options.js'
import { BankIcon, CardIcon } from './icons.js'

/** Public surface §4.10. */
const shownNetworks = 5

type OfferRowProps = {
  readonly offer: Offer
  readonly draft: Draft
  readonly onClick: () => void
}

/** A provider with its price; a disabled one says why. */
export function OfferRow({ offer, draft, onClick }: OfferRowProps) {
  const { provider, quote, problem, isBest } = offer
  return (
    <ListRow
      image={<WalletImage name={provider.label} />}
      title={
        <>
          <span className="buy-name">{provider.label}</span>
          {isBest && <Badge tone="good">{onrampText.offers.best}</Badge>}
        </>
      }
      subtitle={problem ? describeProblem(offer, draft) : <Facts provider={provider} />}
      trailing={problem ? undefined : <Price quote={quote} draft={draft} />}
      disabled={!quote || problem !== undefined}
      testId={`onramp-provider-${provider.id}`}
      onClick={onClick}
    />
  )
}

function describeProblem({ problem }: Offer, { asset, currency, method }: Draft): string {
  const { network, method: byMethod } = onrampText.offers
  const { tooLittle, tooMuch } = onrampText.limits
  switch (problem?.kind) {
    case 'network':
      return network(asset.network.name)
    case 'method':
      return byMethod(method)
    case 'too-little':
      return tooLittle(method, formatMoney(problem.limit.min, currency.id))
    case 'too-much':
      return tooMuch(method, formatMoney(problem.limit.max, currency.id))
    default:
      return onrampText.offers[problem?.kind ?? 'no-quote']
  }
}

const methodIcons = { card: CardIcon, ach_bank_account: BankIcon }

/** Fees, payment methods and networks. */
function Facts({ provider: { feeRange, limits, networks } }: { readonly provider: Provider }) {
  const known = useStores(['network'], ({ stores }) => stores.network.get().networks)
  const shown = networks.flatMap((id) => known.find((one) => one.id === id) ?? [])
  const methods = limits.map(({ method }) => onrampText.methods[method]).join(', ')
  return (
    <span className="buy-facts">
      {onrampText.offers.fees(feeRange)}
      <span className="visually-hidden">. {onrampText.offers.accepts(methods)}</span>
      {limits.map(({ method }) => {
        const Icon = methodIcons[method]
        return <Icon key={method} size={16} />
      })}
      <Networks networks={shown} />
    </span>
  )
}

function Networks({ networks }: { readonly networks: readonly Network[] }) {
  return (
    <span className="buy-networks">
      {networks.slice(0, shownNetworks).map(({ id, name, imageUrl }) => (
        <NetworkImage key={id} name={name} src={imageUrl} size={20} />
      ))}
    </span>
  )
}

function Price({ quote, draft }: Pick<Offer, 'quote'> & { readonly draft: Draft }) {
  if (!quote) {
    return (
      <span className="buy-price-loading">
        <span className="visually-hidden">{onrampText.offers.loading}</span>
      </span>
    )
  }
  const total = safeParseMoney(quote.paymentTotal.amount)
  return (
    <span className="buy-price">
      <bdi>{`${formatQuantity(quote.purchaseAmount.amount)} ${draft.asset.symbol}`}</bdi>
      {total && (
        <span className="buy-total">
          {onrampText.offers.total(formatMoney(total, draft.currency.id))}
        </span>
      )}
    </span>
  )
}
