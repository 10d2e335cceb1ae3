import { Button } from '@latchkey/parts/Button'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { useEffect } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { shortenAddress } from '../../../core/format/format.js'
import type { Exchange, Payment } from '../../../core/pay/payment.js'
import * as payText from '../../../core/text/pay.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { Divider } from '../../../ui/parts/Divider.js'
import { Picture, WalletImage } from '../../../ui/parts/Picture.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList, Stack } from '../../../ui/parts/Stack.js'
import { payByExchange } from '../actions/payByExchange.js'
import { chooseWallet, disconnectWallet } from '../actions/payFromWallet.js'
import { loadNextViews } from './lazyViews.js'
import { PayHead } from './PayHead.js'
import { usePayment } from './usePayment.js'

/** Public surface §4.14: the ways to pay. */
export function PayView() {
  const { ports } = useWidget()
  const state = usePayment()
  useEffect(() => {
    loadNextViews().catch(() => undefined) // retried when the view opens
  }, [])
  if (!state) return null
  return (
    <Stack gap={20}>
      <PayHead payment={state.payment} />
      <section className="pay-methods" aria-label={payText.pay.methods}>
        <WalletRow payment={state.payment} />
        {ports.provider && (
          <>
            <Divider />
            <Exchanges exchanges={state.exchanges} />
          </>
        )}
      </section>
    </Stack>
  )
}

function WalletRow({ payment }: { readonly payment: Payment }) {
  const { namespace } = payment.network
  const connection = useStores(['connection'], (widget) => getConnection(widget, namespace))
  const choose = useAction(chooseWallet)
  const leave = useAction(disconnectWallet)
  const wallet = connection?.wallet
  return (
    <div className="pay-wallet">
      <ListRow
        image={
          wallet ? (
            <WalletImage name={wallet.name} src={wallet.icon} />
          ) : (
            <RowIcon icon={WalletIcon} tone="accent" />
          )
        }
        title={wallet ? payText.pay.with(wallet.name) : payText.pay.fromWallet}
        subtitle={connection ? shortenAddress(connection.active.address) : payText.pay.connectText}
        chevron
        busy={choose.status === 'running'}
        testId="wallet-payment-option"
        onClick={() => choose.run()}
      />
      {connection && (
        <Button
          variant="quiet"
          size="small"
          busy={leave.status === 'running'}
          testId="disconnect-button"
          onClick={() => leave.run()}
        >
          {payText.pay.disconnect}
        </Button>
      )}
    </div>
  )
}

function Exchanges({ exchanges }: { readonly exchanges: readonly Exchange[] | undefined }) {
  const { run } = useAction(payByExchange)
  if (!exchanges) return <Skeleton kind="row" />
  if (exchanges.length === 0) {
    return (
      <p className="pay-none" data-testid="pay-no-exchanges">
        {payText.pay.noExchanges}
      </p>
    )
  }
  return (
    <RowList label={payText.pay.exchanges}>
      {exchanges.map((exchange) => (
        <li key={exchange.id}>
          <ListRow
            image={
              <Picture
                name={exchange.name}
                src={exchange.imageUrl ?? undefined}
                size={40}
                shape="tile"
              />
            }
            title={payText.pay.payWith(exchange.name)}
            chevron
            testId={`exchange-option-${exchange.id}`}
            onClick={() => run({ exchange })}
          />
        </li>
      ))}
    </RowList>
  )
}
