/** Support conversations. Each turn is a question and its answer. */
export const CONVERSATIONS = [
  [
    {
      user: 'Hi, my order from last Tuesday still says "preparing". Is something wrong with it?',
      assistant:
        'Orders show **preparing** until the parcel is handed to the carrier, which usually takes one to three working days. Yours was placed on Tuesday, so it should move today or tomorrow.\n\nIf it has not changed by Friday evening, tell me the order number and I will ask the warehouse.',
    },
    {
      user: 'It is order LB-20418. Can I still change the delivery address?',
      assistant:
        'Yes, while an order is being prepared you can change the address yourself:\n\n1. Open **Your orders** and choose LB-20418.\n2. Press **Change delivery**.\n3. Pick another address or add a new one.\n\nOnce the carrier has the parcel, only they can redirect it.',
    },
    {
      user: 'Done, thank you! One more thing: one of the books is a gift, can you leave out the invoice?',
      assistant:
        'Invoices are never put into the parcel; they are only sent by email to the account that paid. You can also add a gift note of up to 200 characters under **Change delivery**.',
    },
  ],
  [
    {
      user: 'How do I return an e-book that I bought by mistake?',
      assistant:
        'E-books can be returned within **14 days**, as long as less than a tenth of the book was opened. Go to **Library › E-books**, open the menu of the title and choose *Return*.\n\nThe refund goes back to the card you paid with, usually within five days.',
    },
    {
      user: 'It says "not eligible", although I only looked at the cover.',
      assistant:
        'A title becomes not eligible when it was downloaded to a reader in full, even if you did not read it. I cannot change that from here, but a colleague can: should I hand this over to a person?',
    },
    {
      user: 'Yes please.',
      assistant:
        'Done. Someone will write to you within four working hours, at the address of your account.',
    },
  ],
  [
    {
      user: 'Do you ship to Iceland and what does it cost?',
      assistant:
        'Yes. Parcels to Iceland cost **€ 14.90** up to 2 kg and **€ 21.50** up to 5 kg, and take six to nine working days. Customs duties are not included and are collected by the post on delivery.',
    },
    {
      user: 'And if I order three hardcovers, roughly which bracket is that?',
      assistant:
        'Hardcovers weigh between 500 and 900 g, so three of them usually land in the **up to 5 kg** bracket: € 21.50. The exact figure is shown in the basket before you pay.',
    },
  ],
  [
    {
      user: 'I forgot my password and the reset mail never arrives.',
      assistant:
        'Three things to check, in this order:\n\n- the spam folder, for a mail from *no-reply@lumenbooks.example*;\n- whether the account was made with another address;\n- whether you sign in with Google or Apple, in which case there is no password to reset.\n\nIf none of these is it, I can hand over to a person.',
    },
    {
      user: 'It was the Google sign-in, silly me. Works now!',
      assistant: 'Glad it works! Happy reading.',
    },
  ],
  [
    {
      user: 'Is "The Cartographer\'s Daughter" available as a paperback?',
      assistant:
        'The help articles do not hold the catalogue, so I cannot see it from here. The product page lists all editions; a bell icon beside an edition that is not out yet lets you know when it is.',
    },
    {
      user: 'OK. And how long do you keep a pre-order before charging me?',
      assistant:
        'A pre-order is charged on the day the parcel leaves the warehouse, never before. You can cancel it until then without giving a reason.',
    },
    {
      user: 'What happens if the price drops in the meantime?',
      assistant:
        'You pay the lowest price that the edition had between your order and the day it was sent. That is our **pre-order price promise**; the difference is taken off automatically.',
    },
    {
      user: 'Perfect, that is all I wanted to know.',
      assistant: 'You are welcome. Have a good day!',
    },
  ],
] as const;
