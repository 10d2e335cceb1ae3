import { formatExactAmount } from '../../../core/account/transfer/formatTransfer.js'
import { getNetworkById } from '../../../core/network/store.js'
import type { Payment } from '../../../core/pay/payment.js'
import * as payText from '../../../core/text/pay.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { ReviewAmount } from '../../../ui/parts/details/Details.js'
import { NetworkImage, Picture } from '../../../ui/parts/Picture.js'
import { useAssetImage } from './usePayment.js'

type PayHeadProps = { readonly payment: Payment }

/** What is paid: amount, asset and network. */
export function PayHead({ payment }: PayHeadProps) {
  const { network, token, units, choice } = payment
  // The provider's image may arrive after the payment was opened.
  const image = useStore(useWidget().stores.network, (state) => getNetworkById(state, network.id))
  return (
    <section className="pay-head" aria-label={payText.pay.lead[choice]}>
      <span className="pay-asset">
        <Picture name={token.symbol} src={useAssetImage(token)} size={56} shape="round" />
        <span className="pay-network">
          <NetworkImage name={network.name} src={image?.imageUrl ?? network.imageUrl} size={20} />
        </span>
      </span>
      <p className="pay-lead">{payText.pay.lead[choice]}</p>
      <ReviewAmount
        amount={formatExactAmount(units, token.decimals)}
        symbol={token.symbol}
        testId="pay-amount"
      />
      <p className="pay-lead" data-testid="pay-network">
        {payText.pay.on(network.name)}
      </p>
    </section>
  )
}
