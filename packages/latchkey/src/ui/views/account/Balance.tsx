import { Fragment } from 'react'
import { formatBalance } from '../../../core/format/balance.js'
import type { Network } from '../../../core/network.js'
import * as accountText from '../../../core/text/account.js'
import { Skeleton } from '../../parts/skeleton/Skeleton.js'
import { useBalance } from './useBalance.js'

/** Past this many characters an amount is set smaller so that it keeps to its line. */
const longAmount = 13

/** The native balance; what could not be read is a dash, never a zero. */
export function Balance({
  address,
  network,
}: {
  readonly address: string
  readonly network: Network
}) {
  const state = useBalance(address, network)
  const { decimals, symbol } = network.nativeCurrency
  const { balanceLabel, balanceMissing, balanceMissingLabel } = accountText.account
  const value = 'value' in state ? state.value : undefined
  if (value !== undefined) {
    const amount = formatBalance(value, decimals)
    const isLong = amount.length + symbol.length > longAmount
    return (
      <p className={isLong ? 'balance balance-long' : 'balance'}>
        <span className="visually-hidden">{balanceLabel} </span>
        <bdi>
          {breakable(amount)} <span className="balance-symbol">{symbol}</span>
        </bdi>
      </p>
    )
  }
  if (state.status === 'failed') {
    return (
      <p className="balance" title={balanceMissingLabel}>
        <span aria-hidden="true">{balanceMissing}</span>
        <span className="visually-hidden">{balanceMissingLabel}</span>
      </p>
    )
  }
  return (
    <div className="balance balance-loading">
      <Skeleton kind="text" />
    </div>
  )
}

/** Lets a number that is longer than a line go on to the next between its groups. */
function breakable(amount: string) {
  return amount.split(/(?<=,)/).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name and keep their order
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
