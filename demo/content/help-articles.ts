/** Articles from a bookstore's help center. */
export const HELP_ARTICLES = [
  {
    id: 'help-017',
    content:
      '**When will my order arrive?** Orders are prepared within one to three working days. While an order is being prepared its delivery address, payment and gift note can be changed under Your orders › Change delivery. When the carrier has taken the parcel, the page shows a tracking link, and changes are made with the carrier.',
    metadata: { title: 'Delivery times', section: 'Orders', updated: '2026-08-02' },
  },
  {
    id: 'help-023',
    content:
      '**Returning e-books.** An e-book can be returned within 14 days of buying it if less than ten percent was opened and it was not downloaded in full to a reader. Choose Library › E-books › Return. Refunds take up to five working days. Bundles can only be returned as a whole.',
    metadata: { title: 'Returning e-books', section: 'Returns', updated: '2026-05-19' },
  },
  {
    id: 'help-031',
    content:
      '**Shipping outside the EU.** Norway, Switzerland and Iceland: EUR 14.90 up to 2 kg, EUR 21.50 up to 5 kg, six to nine working days. United Kingdom: EUR 9.90, three to five working days. Duties and import tax are collected on delivery and are not part of the price.',
    metadata: { title: 'Shipping rates', section: 'Orders', updated: '2026-09-11' },
  },
  {
    id: 'help-040',
    content:
      '**Resetting a password.** The reset mail comes from no-reply@lumenbooks.example and is valid for 30 minutes. Accounts that were made with Google or Apple have no password; use the same button to sign in. After five wrong attempts an account is locked for 15 minutes.',
    metadata: { title: 'Sign-in problems', section: 'Account', updated: '2026-03-30' },
  },
  {
    id: 'help-052',
    content:
      '**Pre-orders.** A pre-order is charged on the day it is sent. It can be canceled without a reason until then. With the pre-order price promise you pay the lowest price between ordering and sending.',
    metadata: { title: 'Pre-orders', section: 'Orders', updated: '2026-07-07' },
  },
] as const;
