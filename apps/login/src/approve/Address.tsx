/** Characters per group. */
const group = 4

/** A full address in groups of four, on two even lines. Copied text has no spaces. */
export function Address({ value }: { readonly value: string }) {
  const start = value.startsWith('0x') ? 2 : 0
  const groups = value.slice(start).match(new RegExp(`.{1,${group}}`, 'g')) ?? []
  const perLine = Math.ceil(groups.length / 2)
  return (
    <bdi className={start > 0 ? 'address' : 'address address-plain'} dir="ltr">
      {start > 0 && <span className="address-start">{value.slice(0, start)}</span>}
      {groups.map((letters, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat, and their order never changes
          key={`${index}${letters}`}
          className={index === perLine ? 'address-group address-second' : 'address-group'}
        >
          {letters}
        </span>
      ))}
    </bdi>
  )
}
