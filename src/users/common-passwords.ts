/**
 * Words that most of the widely known lists of leaked passwords begin with, without the digits and
 * signs that people put around them. Anything of this kind is tried first by whoever guesses.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  aaaaaa abc abcabc abcd abcdef access adidas admin administrator adobe airplane alexander alexis
  alpha amanda america amsterdam andrea andrew angel angela angels anthony apple apples arsenal asdf
  asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole august austin autumn awesome azerty baby babygirl
  backup badboy bailey banana barcelona baseball basketball batman bigdaddy bigdog biteme blink
  blowjob booboo boomer boston bubbles buster butterfly camaro carlos casper changeit changeme charles
  charlie cheese chelsea chester chicago chicken chocolate chris christ christian coffee college
  company computer cookie cooper corvette cowboy cowboys crystal cupcake dakota dallas daniel database
  december default demo derek diamond dolphin dolphins donald dragon dubsmash eagles eclipse einstein
  elephant elizabeth eminem england enter estrella everton facebook falcon family february fender
  ferrari fish fishing flower flowers fluffy football forever forgot freedom friday friend friends
  frozen fuckme fuckoff fuckyou gandalf george ginger god golden golfer google gotcha guest guitar
  gunner hammer hannah harley hello helloworld hockey holiday home hottie house hunter iceman
  iloveu iloveyou internet isabella iwantu jack jackson jaguar jamaica james january jasmine jasper
  jennifer jessica jesus john johnny jordan joseph joshua july june junior justin killer king kitten
  knight ladybug lakers lauren letmein letmeinnow liberty link liverpool login london loveme lovely
  lover loveyou lucky maggie magic manager manchester marina marine marlboro marshall martin master
  matrix matthew maverick melissa mercedes merlin michael michelle mickey midnight minecraft miller
  monday money monkey monster morgan mother mountain muffin murphy music mustang mylove mynoob nascar
  nathan natasha naruto newyork nicholas nicole nintendo nirvana nothing november october office
  oliver orange owner packers pakistan panther parker pass passw password passwords passpass patrick
  peaches peanut pepper phantom phoenix player please pokemon porsche porn prince princess private
  professor public purple pussy qazwsx qazwsxedc qwer qwerty qwertyui qwertyuiop qwertz rabbit rachel
  raiders rainbow ranger rangers raspberry redsox richard robert rocket root rosebud runner samantha
  sammy samsung samuel sandra saturday school scooby scooter scorpion secret secure security september
  server service shadow shannon silver simple skippy slayer smokey snoopy soccer sophie spandrel
  sparky spider spiderman spring startrek starwars steelers stella steven strawberry success summer
  sunday sunflower sunshine superman superuser support swordfish sydney system taylor temp temporary
  tennis teresa test tester testing testtest thomas thunder thursday tiger tigers tigger tinkle
  toor trustme trustno trustnoone tucker tuesday turtle tweety twitter united user username vampire
  victoria viking vincent virus voyager walter warrior wednesday welcome whatever william willow
  windows winner winston winter wizard woaini xavier xxxxxx yamaha yankee yankees yellow zaqwsx
  zaqxsw zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
