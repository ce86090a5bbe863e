import { listed } from './listed.ts'

/** Rules of the English checker that are right in texts such as ours; those that guess, or that teach style, are not asked. */
export const trustedRules = listed(`
AnA AndIn PronounVerbAgreement OpenCompounds ModalOf Everyday Anybody Anyhow Anywhere Everybody Everyone Everywhere
Somebody Someone Somewhere Nobody Nothing Nowhere Itself Yourself Myself TheirToThere TheirToTheyre ThenThan ToLoseTooLoose
ItsContraction PronounContraction FeelFell GetUsedTo UseToUsedTo SupposedTo InsteadOf MoreBetter AdjectiveDoubleDegree
DidPast HelpedPast InflectedVerbAfterTo WillNonLemma WereWhere FedUpWith GoodAt SubjectPronoun NotTo TooTo IAm OneOfTheSingular
RepeatedWords LetsConfusion YourPredicateAdjective InTheFirstPlace AfterAWhile AllOfASudden AlthoughBut
DespiteOf DiscussAbout EachOthersPossessive EveryTime HadOf LookForwardTo LookingForwardTo
`)
