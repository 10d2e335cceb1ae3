import { Button } from '@latchkey/parts/Button'
import { useSyncExternalStore } from 'react'
import { getJournal } from '../../../../core/account/journal/createJournal.js'
import { hasReceipt, isSuccess } from '../../../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../../../core/account/journal/journal.js'
import { formatExactAmount } from '../../../../core/account/transfer/formatTransfer.js'
import { shortenAddress } from '../../../../core/format/format.js'
import type { ViewParams } from '../../../../core/modal/views.js'
import { getExplorerUrl } from '../../../../core/network/networkUrls.js'
import { getNetworkById } from '../../../../core/network/store.js'
import { confirmed } from '../../../../core/text/sendReview.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { ConnectingRing } from '../../../../ui/parts/ConnectingRing.js'
import { ReviewAmount } from '../../../../ui/parts/details/Details.js'
import { Empty } from '../../../../ui/parts/Empty.js'
import { FullAddress } from '../../../../ui/parts/FullAddress.js'
import { Link } from '../../../../ui/parts/Link.js'

export function SendConfirmedView({
  params: { entryId },
}: {
  readonly params: ViewParams['WalletSendConfirmed']
}) {
  const journal = getJournal(useWidget())
  const read = () => journal.entries().find(({ id }) => id === entryId)
  const entry = useSyncExternalStore(journal.subscribe, read, read)
  const { navigate } = useActions()
  return (
    <div className="sent">
      {entry?.transfer ? (
        <Sent entry={entry} transfer={entry.transfer} />
      ) : (
        <Empty title={confirmed.gone} />
      )}
      <Button
        testId="send-done"
        onClick={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
      >
        {confirmed.done}
      </Button>
    </div>
  )
}

type SentProps = {
  readonly entry: JournalEntry
  readonly transfer: NonNullable<JournalEntry['transfer']>
}

function Sent({ entry, transfer }: SentProps) {
  const network = useStore(useWidget().stores.network, (state) =>
    getNetworkById(state, entry.networkId),
  )
  const { receiver, receiverName, symbol, decimals, units, tokenIcon } = transfer
  const amount = formatExactAmount(BigInt(units), decimals)
  const isFailed = hasReceipt(entry) && !isSuccess(entry)
  const state = isSuccess(entry) ? 'success' : isFailed ? 'error' : 'waiting'
  const title = {
    success: confirmed.title,
    error: confirmed.failedTitle,
    waiting: confirmed.pendingTitle,
  }[state]
  const link = getExplorerUrl(network, 'transaction', entry.hash)
  return (
    <>
      <ConnectingRing name={symbol} src={tokenIcon} state={state} shape="round" />
      <div className="sent-words" role="status">
        <p className="attempt-text">{title}</p>
        <ReviewAmount amount={amount} symbol={symbol} testId="send-confirmed-amount" />
        <p className="attempt-text">{confirmed.to(receiverName ?? shortenAddress(receiver))}</p>
      </div>
      <section className="form-card sent-recipient">
        <FullAddress address={receiver} testId="send-confirmed-address" />
      </section>
      {link && (
        <p className="sent-link">
          <Link href={link} testId="send-explorer">
            {confirmed.explorer(network?.explorer?.name ?? '')}
          </Link>
        </p>
      )}
    </>
  )
}
