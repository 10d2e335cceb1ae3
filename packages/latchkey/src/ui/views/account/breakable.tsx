import { Fragment } from 'react'

/** Lets a number that is longer than a line go on to the next between its groups. */
export function breakable(amount: string) {
  return amount.split(/(?<=,)/).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name and keep their order
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
