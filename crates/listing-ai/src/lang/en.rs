use super::{Lang, Order};

pub(super) static LANG: Lang = Lang {
    orders: [
        Order {
            verbs: "ignore disregard forget override bypass",
            objects: "instruction instructions rule rules prompt previous above everything",
        },
        Order {
            verbs: "say write add print output reply respond answer return include mention append insert put \
                set state",
            objects: "description title listing listings price brand field json only instead text buyers \
                buyer contact following exactly",
        },
        Order {
            verbs: "reveal repeat print show translate dump leak give",
            objects: "prompt instructions rules system key secret mark",
        },
        Order {
            verbs: "you act pretend",
            objects: "ai assistant chatbot gpt claude gemini dan jailbreak jailbroken developer \
                unrestricted mode",
        },
    ],
    markers: &[
        "system prompt",
        "new instructions",
        "end of instructions",
        "note to ai",
        "note to the ai",
        "attention ai",
        "dear ai",
        "to the language model",
        "admin override",
        "developer message",
        "prompt injection",
    ],
    common_words: "this that with from have your item article photo photos good very state condition size \
        color colour brand price text title description listing only write product black white blue green \
        vintage shirt jacket chair used like it's will must never always also then the and",
    not_a_listing: &[
        "i'm sorry",
        "i am sorry",
        "i cannot help",
        "i can't help",
        "i cannot assist",
        "i can't assist",
        "i cannot identify",
        "as an ai",
        "language model",
        "[insert",
        "[your",
        "[brand",
        "{brand",
        "<brand",
        "your text here",
    ],
};
