import { ListRow } from '@latchkey/parts/ListRow'
import { useState } from 'react'
import { formatWorth } from '../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../core/format/format.js'
import * as limits from '../../../core/runtime/limits.js'
import * as fundText from '../../../core/text/fund.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { SearchInput } from '../../../ui/parts/SearchInput.js'
import { RowList, Stack } from '../../../ui/parts/Stack.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { chooseAsset } from '../actions/deposit.js'
import { type DepositContext, findDepositContext, keyOf } from '../depositAssets.js'
import { useDepositAssets } from './DepositView.js'

/** Public surface §4.11: the tokens to deposit. */
export function SelectAssetView() {
  const widget = useWidget()
  const context = useStores(['connection', 'network'], () => findDepositContext(widget))
  return context ? <Assets context={context} /> : null
}

function Assets({ context }: { readonly context: DepositContext }) {
  const [search, setSearch] = useState('')
  const { assets, token: chosen } = useDepositAssets(context)
  const { run: choose } = useAction(chooseAsset)
  const query = search.trim().toLowerCase()
  const found = assets.filter(({ name, symbol }) =>
    [name, symbol].some((one) => one.toLowerCase().includes(query)),
  )
  const text = fundText.deposit
  return (
    <Stack gap={12}>
      <SearchInput
        label={text.search}
        value={search}
        onChange={setSearch}
        testId="deposit-asset-search"
      />
      {found.length === 0 && <Empty title={text.empty} />}
      <RowList label={text.available}>
        {found.map((token) => (
          <li key={keyOf(token)}>
            <ListRow
              image={<TokenImage symbol={token.symbol} src={token.icon} />}
              title={token.name}
              subtitle={`${formatBalance(token.units, token.decimals, limits.holdingDecimals)} ${token.symbol}`}
              trailing={token.units > 0n ? formatWorth(token.units, token) : undefined}
              selected={keyOf(token) === keyOf(chosen)}
              testId={`deposit-asset-${token.symbol}`}
              onClick={() => choose({ token })}
            />
          </li>
        ))}
      </RowList>
    </Stack>
  )
}
