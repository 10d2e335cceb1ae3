import { ListRow } from '@latchkey/parts/ListRow'
import { type ReactNode, useState } from 'react'
import * as onrampText from '../../../core/text/onramp.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { Legal } from '../../../ui/parts/Legal.js'
import { SearchInput } from '../../../ui/parts/SearchInput.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList, Stack } from '../../../ui/parts/Stack.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { useLegal } from '../../../ui/parts/useLegal.js'
import { chooseAsset, chooseCurrency } from '../actions/editDraft.js'
import type { Draft } from '../draft.js'
import { currencyName } from '../money.js'
import { useDraft } from './useDraft.js'

const text = onrampText.select

/** Shorter lists need no search. */
const searchedFrom = 8

/** The currencies to pay with. */
export function FiatSelectView() {
  const widget = useWidget()
  const legal = useLegal()
  return (
    <Choices>
      {({ currencies, currency }) => (
        <RowList>
          {currencies.map(({ id, image }) => (
            <li key={id}>
              <ListRow
                image={<TokenImage symbol={id} src={image} />}
                title={currencyName(id)}
                subtitle={id}
                selected={id === currency.id}
                disabled={legal.isPending}
                testId={`onramp-currency-${id}`}
                onClick={() => chooseCurrency(widget, { id })}
              />
            </li>
          ))}
        </RowList>
      )}
    </Choices>
  )
}

/** The tokens on the networks of the account. */
export function TokenSelectView() {
  return <Choices>{(draft) => <TokenSearch draft={draft} />}</Choices>
}

function TokenSearch({ draft: { assets, asset: chosen } }: { readonly draft: Draft }) {
  const widget = useWidget()
  const legal = useLegal()
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const found = assets.filter(({ symbol, name, network }) =>
    [symbol, name, network.name].some((one) => one.toLowerCase().includes(query)),
  )
  return (
    <Stack gap={12}>
      {assets.length >= searchedFrom && (
        <SearchInput
          label={text.searchToken}
          value={search}
          onChange={setSearch}
          testId="onramp-token-search"
        />
      )}
      {found.length === 0 && <Empty title={text.noToken}>{text.noTokenText}</Empty>}
      <RowList>
        {found.map(({ key, symbol, name, image, network }) => (
          <li key={key}>
            <ListRow
              image={<TokenImage symbol={symbol} src={image} />}
              title={name || symbol}
              subtitle={`${symbol} ${onrampText.form.onNetwork(network.name)}`}
              selected={key === chosen.key}
              disabled={legal.isPending}
              testId={`onramp-token-${symbol}-${network.reference}`}
              onClick={() => chooseAsset(widget, { key })}
            />
          </li>
        ))}
      </RowList>
    </Stack>
  )
}

/** The site's terms, then the choices (public surface §4.10). */
function Choices({ children }: { readonly children: (draft: Draft) => ReactNode }) {
  const state = useDraft()
  const legal = useLegal()
  const { failed, failedText } = onrampText.form
  return (
    <Stack gap={12}>
      {legal.way === 'tick' && <Legal params={legal} />}
      {state.status === 'ready' && children(state.draft)}
      {state.status === 'loading' && <Skeleton kind="row" count={4} />}
      {state.status === 'failed' && (
        <Failure title={failed} text={failedText} onRetry={state.retry} />
      )}
      {state.status === 'nothing' && <Empty title={text.noToken} />}
      {legal.way === 'footer' && <Legal params={legal} />}
    </Stack>
  )
}
