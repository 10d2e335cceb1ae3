/** Strings, then keywords, then element names. */
const telling =
  /(?<text>'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|(?<word>\b(?:import|from|const|export|function|return|await|type)\b(?! ?[=:]))|(?<tag><\/?[A-Za-z][\w-]*)/g

/** Code with what tells its parts apart; its letters are those it was given. */
export function Highlighted({ code }: { readonly code: string }) {
  const parts = []
  let end = 0
  for (const { 0: found, index, groups = {} } of code.matchAll(telling)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    parts.push(
      code.slice(end, index),
      <span key={index} className={`code-${kind}`}>
        {found}
      </span>,
    )
    end = index + found.length
  }
  return [...parts, code.slice(end)]
}
