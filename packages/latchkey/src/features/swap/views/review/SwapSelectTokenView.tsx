import { RowContent } from '@latchkey/parts/ListRow'
import { useCallback, useMemo, useState } from 'react'
import type { Holding } from '../../../../core/account/portfolio/holding.js'
import { formatBalance } from '../../../../core/format/format.js'
import type { ViewParams } from '../../../../core/modal/views.js'
import * as limits from '../../../../core/runtime/limits.js'
import { tokens as text } from '../../../../core/text/swap.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { Empty } from '../../../../ui/parts/Empty.js'
import { SearchInput } from '../../../../ui/parts/SearchInput.js'
import { Skeleton } from '../../../../ui/parts/Skeleton.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { TokenImage } from '../../../../ui/parts/TokenImage.js'
import { type RowFocus, VirtualList } from '../../../../ui/parts/virtual-list/VirtualList.js'
import { selectToken } from '../../actions/editSwap.js'
import { swapStateOf } from '../../store.js'
import { formatTokenWorth } from '../format.js'
import { useLeaveSwap } from '../useLeaveSwap.js'

type SwapSelectTokenViewProps = { readonly params: ViewParams['SwapSelectToken'] }

export function SwapSelectTokenView({ params: { target } }: SwapSelectTokenViewProps) {
  useLeaveSwap()
  const [search, setSearch] = useState('')
  const { tokens, ownTokens, suggestedTokens } = useStore(
    swapStateOf(useWidget()),
    ({ tokens, ownTokens, suggestedTokens }) => ({ tokens, ownTokens, suggestedTokens }),
  )
  const { run: select } = useAction(selectToken)
  const onSelect = useCallback((token: Holding) => void select({ target, token }), [select, target])
  const groups = useGroups(tokens, ownTokens, search.trim().toLowerCase())
  return (
    <Stack gap={12}>
      <SearchInput
        label={text.search}
        placeholder={text.placeholder}
        value={search}
        onChange={setSearch}
        testId="swap-select-token-search-input"
      />
      {search === '' && suggestedTokens.length > 0 && (
        <Suggestions tokens={suggestedTokens} onSelect={onSelect} />
      )}
      {groups.length > 0 ? (
        <TokenList groups={groups} onSelect={onSelect} />
      ) : tokens ? (
        <Empty title={text.empty} testId="swap-no-tokens">
          {text.emptyText}
        </Empty>
      ) : (
        <Skeleton kind="row" count={5} />
      )}
    </Stack>
  )
}

type TokenGroup = {
  readonly key: string
  readonly title: string
  readonly items: readonly Holding[]
}

/** Own tokens first; the others without them. */
function useGroups(
  tokens: readonly Holding[] | undefined,
  ownTokens: readonly Holding[] | undefined,
  query: string,
): readonly TokenGroup[] {
  return useMemo(() => {
    const matches = ({ symbol, name, address }: Holding) =>
      [symbol, name, address].some((one) => one?.toLowerCase().includes(query))
    const own = (ownTokens ?? []).filter(({ units }) => units > 0n)
    const ownKeys = new Set(own.map(keyOf))
    const others = (tokens ?? []).filter((token) => !ownKeys.has(keyOf(token)))
    const groups = [
      { key: 'own', title: text.own, items: own.filter(matches) },
      { key: 'all', title: text.all, items: others.filter(matches) },
    ]
    return groups.filter(({ items }) => items.length > 0)
  }, [tokens, ownTokens, query])
}

const keyOf = ({ address }: Holding) => address?.toLowerCase() ?? 'coin'

/** Public surface §4.9. */
const maxSuggestions = 8

type SuggestionsProps = {
  readonly tokens: readonly Holding[]
  readonly onSelect: (token: Holding) => void
}

function Suggestions({ tokens, onSelect }: SuggestionsProps) {
  const isChosen = useIsChosen()
  return (
    <ul className="swap-suggestions" aria-label={text.suggested}>
      {tokens.slice(0, maxSuggestions).map((token) => (
        <li key={keyOf(token)}>
          <button
            type="button"
            className="swap-suggestion"
            aria-disabled={isChosen(token) || undefined}
            title={token.name}
            data-testid={`swap-suggested-${token.symbol}`}
            onClick={isChosen(token) ? undefined : () => onSelect(token)}
          >
            <TokenImage symbol={token.symbol} src={token.icon} size={28} />
            <bdi className="swap-suggestion-text">{token.symbol}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

type TokenListProps = {
  readonly groups: readonly TokenGroup[]
  readonly onSelect: (token: Holding) => void
}

function TokenList({ groups, onSelect }: TokenListProps) {
  const isChosen = useIsChosen()
  const renderRow = useCallback(
    (token: Holding, focus: RowFocus) => (
      <TokenRow
        token={token}
        focus={focus}
        onClick={isChosen(token) ? undefined : () => onSelect(token)}
      />
    ),
    [isChosen, onSelect],
  )
  return (
    <VirtualList
      label={text.all}
      groups={groups}
      keyOf={keyOf}
      isOpenEnded={false}
      onNearEnd={ignoreEnd}
    >
      {renderRow}
    </VirtualList>
  )
}

/** All tokens are known: nothing has to be loaded at the end. */
const ignoreEnd = () => undefined

type TokenRowProps = {
  readonly token: Holding
  readonly focus: RowFocus
  /** Undefined if it is selected already. */
  readonly onClick: (() => void) | undefined
}

function TokenRow({ token, focus, onClick }: TokenRowProps) {
  const { name, symbol, units, decimals, icon } = token
  const amount = units > 0n ? formatBalance(units, decimals, limits.holdingDecimals) : undefined
  return (
    <button
      {...focus}
      type="button"
      className="row swap-token-row"
      aria-disabled={onClick ? undefined : true}
      data-testid={`swap-select-token-item-${symbol}`}
      onClick={onClick}
    >
      <RowContent
        image={<TokenImage symbol={symbol} src={icon} />}
        title={name}
        subtitle={<bdi>{symbol}</bdi>}
        trailing={
          amount !== undefined && (
            <span className="swap-token-own">
              <bdi>{amount}</bdi>
              <span className="swap-token-worth">{formatTokenWorth(token)}</span>
            </span>
          )
        }
      />
    </button>
  )
}

/** Tokens that the form has already cannot be selected again. */
function useIsChosen(): (token: Holding) => boolean {
  const { source, to } = useStore(swapStateOf(useWidget()), ({ sourceToken, toToken }) => ({
    source: sourceToken && keyOf(sourceToken),
    to: toToken && keyOf(toToken),
  }))
  return useCallback((token) => keyOf(token) === source || keyOf(token) === to, [source, to])
}
