import { ListRow } from '@latchkey/parts/ListRow'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Holding } from '../../../../core/account/portfolio/holding.js'
import { formatWorth } from '../../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../../core/format/format.js'
import * as limits from '../../../../core/runtime/limits.js'
import * as payText from '../../../../core/text/pay.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { RowList, Stack } from '../../../../ui/parts/Stack.js'
import { TokenImage } from '../../../../ui/parts/TokenImage.js'
import { chooseSource } from '../../actions/chooseSource.js'
import { findOtherTokens } from '../../paySource.js'
import { useAssetImage, usePayment } from '../usePayment.js'
import { usePaySource } from './PaySource.js'

/** Public surface §4.14: the assets to pay with. The asked one is first. */
export function PaySelectTokenView() {
  const widget = useWidget()
  const state = usePayment()
  return state && <Tokens payment={state.payment} others={findOtherTokens(widget, state.payment)} />
}

type TokensProps = {
  readonly payment: NonNullable<ReturnType<typeof usePayment>>['payment']
  readonly others: readonly Holding[]
}

function Tokens({ payment, others }: TokensProps) {
  const source = usePaySource(payment)
  const { run: choose } = useAction(chooseSource)
  const { symbol: asked } = payment.token
  const icon = useAssetImage(payment.token)
  const { asked: askedText, swapped, list } = payText.source
  return (
    <Stack gap={12}>
      <RowList label={list}>
        <li>
          <ListRow
            image={<TokenImage symbol={asked} src={icon} />}
            title={asked}
            subtitle={askedText}
            selected={source === undefined}
            testId={`pay-token-${asked}`}
            onClick={() => choose({ token: undefined })}
          />
        </li>
        {others.map((token) => (
          <li key={token.address ?? ''}>
            <ListRow
              image={<TokenImage symbol={token.symbol} src={token.icon} />}
              title={token.symbol}
              subtitle={`${formatBalance(token.units, token.decimals, limits.holdingDecimals)} ${token.symbol}`}
              trailing={formatWorth(token.units, token)}
              selected={source !== undefined && isSameToken(source.token, token)}
              testId={`pay-token-${token.symbol}`}
              onClick={() => choose({ token })}
            />
          </li>
        ))}
      </RowList>
      <p className="careful">{swapped(asked)}</p>
    </Stack>
  )
}

function isSameToken(one: Holding, other: Holding): boolean {
  return isSameAddress(one.address ?? '', other.address ?? '')
}
