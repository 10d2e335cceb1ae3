const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="24" fill="#17181c"/><path d="M26 34h40a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V34a8 8 0 0 1 8-8h30" fill="none" stroke="#f4f4f5" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M72 46H60a6 6 0 0 0 0 12h12" fill="none" stroke="#7aa2ff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** A wallet with its clasp in the accent colour. */
export const sampleIcon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
