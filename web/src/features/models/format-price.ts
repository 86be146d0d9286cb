const format = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 10,
});

/** 2.5 → `2.50`, 0.0375 → `0.0375`: US dollars, where the header names the unit. */
export function formatPrice(usd: number): string {
  return format.format(usd);
}
