export const spinnerCss = `
.spinner { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-dasharray: 70 30; animation: spin .9s linear infinite }
@media (prefers-reduced-motion: reduce) { .spinner { animation: pulse 2s infinite } }
`
