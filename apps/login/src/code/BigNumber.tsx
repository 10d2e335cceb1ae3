/** Digits to compare or copy by eye. */
export function BigNumber({ number }: { readonly number: string }) {
  return (
    <p class="number" dir="ltr">
      <span class="visually-hidden">{number}</span>
      {[...number].map((digit, index) => (
        <span key={`${index}${digit}`} class="number-digit" aria-hidden="true">
          {digit}
        </span>
      ))}
    </p>
  )
}
