/** Large digits to compare or retype. */
export function BigNumber({ number }: { readonly number: string }) {
  return (
    <p className="number" dir="ltr">
      <span className="visually-hidden">{number}</span>
      {[...number].map((digit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: digits repeat, and their order never changes
        <span key={`${index}${digit}`} className="number-digit" aria-hidden="true">
          {digit}
        </span>
      ))}
    </p>
  )
}
