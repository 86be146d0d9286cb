/** The session has ended here, and should also end at its provider. */
export class SignedOut {
  /** The provider's page that ends its session and then returns to this server. */
  redirect_to: string;
}
