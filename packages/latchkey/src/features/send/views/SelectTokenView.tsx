import { ListRow } from '@latchkey/parts/ListRow'
import { useState } from 'react'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { formatWorth } from '../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../core/format/format.js'
import * as limits from '../../../core/runtime/limits.js'
import * as sendText from '../../../core/text/send.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { useDebouncedValue } from '../../../ui/hooks/useTime.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { SearchInput } from '../../../ui/parts/SearchInput.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { chooseToken, openSend } from '../actions/openSend.js'
import { isSameToken, type SendContext } from '../sendContext.js'
import { sendStateOf } from '../store.js'
import { useHoldings, useSendContext } from './useSendContext.js'

export function SelectTokenView() {
  const context = useSendContext()
  return context ? <TokenSearch context={context} /> : null
}

function TokenSearch({ context }: { readonly context: SendContext }) {
  const [search, setSearch] = useState('')
  const query = useDebouncedValue(search, limits.typingPause).trim().toLowerCase()
  return (
    <Stack gap={12}>
      <SearchInput
        label={sendText.tokens.search}
        value={search}
        onChange={setSearch}
        testId="send-token-search"
      />
      <TokenList context={context} query={query} />
    </Stack>
  )
}

function TokenList({ context, query }: { readonly context: SendContext; readonly query: string }) {
  const holdings = useHoldings(context)
  const load = useAction(openSend)
  const known = 'value' in holdings ? holdings.value : undefined
  if (known === undefined) {
    return holdings.status === 'failed' ? (
      <Failure
        title={sendText.tokens.failed}
        text={sendText.tokens.failedText}
        onRetry={() => load.run({ params: undefined })}
      />
    ) : (
      <Skeleton kind="row" count={4} />
    )
  }
  const own = known.filter(({ networkId }) => networkId === context.network.id)
  const found = own.filter(({ name, symbol }) =>
    [name, symbol].some((text) => text.toLowerCase().includes(query)),
  )
  const { empty, emptyText, nothingText, list } = sendText.tokens
  if (found.length === 0) {
    return (
      <Empty title={empty} testId="send-no-tokens">
        {own.length === 0 ? nothingText : emptyText}
      </Empty>
    )
  }
  return (
    <section className="token-list" aria-label={list}>
      <h2 className="form-label">{list}</h2>
      <ul className="row-list">
        {found.map((token) => (
          <li key={token.address ?? ''}>
            <TokenRow token={token} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TokenRow({ token }: { readonly token: Holding }) {
  const { run } = useAction(chooseToken)
  const chosen = useStore(sendStateOf(useWidget()), (state) => state.token)
  const { name, symbol, units, decimals, icon } = token
  return (
    <ListRow
      image={<TokenImage symbol={symbol} src={icon} />}
      title={name}
      subtitle={`${formatBalance(units, decimals, rowDecimals)} ${symbol}`}
      trailing={formatWorth(units, token)}
      selected={chosen !== undefined && isSameToken(chosen, token)}
      testId={`send-token-${symbol}`}
      onClick={() => run({ token })}
    />
  )
}

/** Public surface §8.2: token rows. */
const rowDecimals = 4
