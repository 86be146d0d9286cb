/** The session has ended here, and is to end at the provider where it began. */
export class SignedOut {
  /** Page of the provider that ends its session, from which it leads back here. */
  redirect_to: string;
}
