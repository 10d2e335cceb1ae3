import * as receiveText from '../../../core/text/receive.js'

/** The whole address in groups of four, to be compared by eye; selecting it copies it in one piece. */
export function GroupedAddress({ address }: { readonly address: string }) {
  const groups = address.match(/.{1,4}/gs) ?? []
  return (
    <p className="receive-address" dir="ltr" data-testid="receive-address">
      <span className="visually-hidden">{receiveText.receive.address} </span>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name and keep their order
        <span key={index}>{group}</span>
      ))}
    </p>
  )
}
